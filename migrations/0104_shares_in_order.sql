DROP INDEX `orders_of_part`;--> statement-breakpoint
CREATE INDEX `orders_of_part` ON `orders` (`payer_id`,`created_at`,`event_id`) WHERE balance_of IS NOT NULL;