-- title: The name of the category of a class; of a category: name_of_category
-- returns: VARCHAR
-- example: category_name(167)
-- A category is a number 1 .. 9, and so is a class: a column of that name is told apart by it.
create macro category_name(class_id, "order" := 'high') as
if(
    regexp_matches(alias(class_id), '^[(]*category\b'),
    error(
        'category_name takes a class, and ' || alias(class_id)
        || ' is a category: write name_of_category(category)'
    ),
    name_of_category(category(class_id, "order"), "order")
);
