-- The image of a variant, among the images of its product.
ALTER TABLE shop.variants ADD COLUMN image_id uuid;
CREATE INDEX ON shop.variants (shop_id, image_id) WHERE image_id IS NOT NULL;
ALTER TABLE shop.variants ADD FOREIGN KEY (shop_id, image_id) REFERENCES shop.product_images (shop_id, id);
