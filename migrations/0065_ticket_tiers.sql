ALTER TABLE `joiners` ADD `tier_id` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `tier_id` text;