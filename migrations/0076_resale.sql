ALTER TABLE `orders` ADD `refund_if_resold` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `resale_at` integer;--> statement-breakpoint
CREATE INDEX `orders_for_resale` ON `orders` (`event_id`,`resale_at`) WHERE resale_at IS NOT NULL;