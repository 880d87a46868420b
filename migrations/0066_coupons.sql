CREATE TABLE `coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`code` text NOT NULL,
	`percent` integer,
	`amount_off` integer,
	`currency` text NOT NULL,
	`max_uses` integer NOT NULL,
	`ends_at` integer,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_by_code` ON `coupons` (`event_id`,`code`);--> statement-breakpoint
ALTER TABLE `orders` ADD `coupon_id` text REFERENCES coupons(id);--> statement-breakpoint
ALTER TABLE `orders` ADD `discount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_by_coupon` ON `orders` (`coupon_id`) WHERE coupon_id IS NOT NULL;