-- Serves the list of variants that are out of stock.
CREATE INDEX ON shop.variants (shop_id, inventory_quantity, id);
