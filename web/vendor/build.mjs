// Bundles the libraries of the page into web/page/vendor, with their licences; `--check` says
// instead which files there are not what would be written, and exits with 1 if any. The same
// versions give the same bytes: package-lock.json pins them all, esbuild too.
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const there = join(here, "../page/vendor");
const entries = ["preact.js", "tabulator.js", "tabulator.css", "codemirror.js"];

// esbuild keeps a call that is marked pure if its arguments may have effects, and sums of strings
// by name may, for all it knows: all dialects of SQL would stay. A pure call without arguments goes.
const dialects = {
  name: "dialects",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]@codemirror[/\\]lang-sql[/\\]dist[/\\]index\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const calls = /(?<== \/\*@__PURE__\*\/)SQLDialect\.define\(\{\n[^]*?\n\}\)(?=;)/g;
      if (source.match(calls)?.length !== 7) throw new Error(`${path} is written in another way`);
      return { contents: source.replace(calls, "(() => $&)()") };
    });
  },
};

// The package a bundled file is of, as its folder below node_modules; none for files of our own.
function packageOf(path) {
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

async function packageNamed(name) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} ${version} has no file with its licence`);
  const text = (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n").trim();
  return { name, version, license, text };
}

async function bundle(entry) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    charset: "utf8",
    format: "esm",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    minify: true,
    outdir: there,
    plugins: [dialects],
    target: "es2022",
    write: false,
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const used = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0);
  const names = new Set(used.map(packageOf).filter(Boolean));
  // Written by us, after Tabulator's own.
  if (entry === "tabulator.css") names.add("tabulator-tables");
  const packages = await Promise.all([...names].sort().map(packageNamed));
  const label = packages.map((p) => `${p.name} ${p.version} (${p.license})`).join(", ");
  return { packages, text: `/* ${label}: see LICENSES.txt */\n${outputFiles[0].text}` };
}

// Each text once, under the packages that have it.
function licences(packages) {
  const holders = new Map();
  for (const { name, version, license, text } of packages) {
    holders.set(text, (holders.get(text) ?? new Set()).add(`${name} ${version} (${license})`));
  }
  const sections = [...holders].map(([text, names]) => `${[...names].join("\n")}\n\n${text}\n`);
  return sections.join(`\n${"-".repeat(80)}\n\n`);
}

const bundles = await Promise.all(entries.map(bundle));
const packages = bundles.flatMap((each) => each.packages);
packages.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
const files = new Map(entries.map((entry, i) => [entry, bundles[i].text]));
files.set("LICENSES.txt", licences(packages));

const stale = (await readdir(there).catch(() => [])).filter((name) => !files.has(name));
if (process.argv.includes("--check")) {
  for (const [name, text] of files) {
    if ((await readFile(join(there, name), "utf8").catch(() => null)) !== text) stale.push(name);
  }
  const folder = relative(process.cwd(), there);
  for (const name of stale) console.error(`${join(folder, name)} is not what build.mjs writes`);
  if (stale.length) process.exitCode = 1;
} else {
  await mkdir(there, { recursive: true });
  for (const name of stale) await rm(join(there, name));
  for (const [name, text] of files) await writeFile(join(there, name), text);
}
