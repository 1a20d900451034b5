// Tabulator's core and the modules the page uses. Its sources, not its one-file distribution: of
// that, bundlers keep every module, since each has static fields.
//
// Under `style-src 'self'`: all it does with styles, it does through `element.style`, which the
// policy does not touch; what it looks like stands in tabulator.css, a stylesheet of the page.
// Cells without a formatter are escaped ("plaintext"), but `formatter: "html"`, titles of columns,
// placeholders, tooltips that are strings (`true` too) go through innerHTML: a formatter or tooltip
// that returns an element is safe with any text.
import Tabulator from "tabulator-tables/src/js/core/Tabulator.js";
import Filter from "tabulator-tables/src/js/modules/Filter/Filter.js";
import Format from "tabulator-tables/src/js/modules/Format/Format.js";
import FrozenColumns from "tabulator-tables/src/js/modules/FrozenColumns/FrozenColumns.js";
import Interaction from "tabulator-tables/src/js/modules/Interaction/Interaction.js";
import Page from "tabulator-tables/src/js/modules/Page/Page.js";
import ResizeColumns from "tabulator-tables/src/js/modules/ResizeColumns/ResizeColumns.js";
import ResizeTable from "tabulator-tables/src/js/modules/ResizeTable/ResizeTable.js";
import Sort from "tabulator-tables/src/js/modules/Sort/Sort.js";
import Tooltip from "tabulator-tables/src/js/modules/Tooltip/Tooltip.js";

Tabulator.registerModule([
  Filter,
  Format,
  FrozenColumns,
  Interaction,
  Page,
  ResizeColumns,
  ResizeTable,
  Sort,
  Tooltip,
]);

export { Tabulator };
