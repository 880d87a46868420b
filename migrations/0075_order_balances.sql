DROP INDEX `orders_open`;--> statement-breakpoint
ALTER TABLE `orders` ADD `balance` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `balance_due_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `balance_told_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `shares` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `balance_of` text;--> statement-breakpoint
CREATE INDEX `orders_by_joiner` ON `orders` (`joiner_id`);--> statement-breakpoint
CREATE INDEX `orders_of_balance` ON `orders` (`balance_of`) WHERE balance_of IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_with_balance` ON `orders` (`balance_due_at`) WHERE balance_due_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_open` ON `orders` (`joiner_id`,`payer_id`) WHERE state = 'open';