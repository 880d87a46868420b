CREATE TABLE `seat_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`link_hash` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`name` text NOT NULL,
	`choice` text NOT NULL,
	`hold_id` text,
	`network_hash` text NOT NULL,
	`tries` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seat_codes_link_hash_unique` ON `seat_codes` (`link_hash`);--> statement-breakpoint
CREATE INDEX `seat_codes_by_network` ON `seat_codes` (`event_id`,`network_hash`);--> statement-breakpoint
CREATE INDEX `seat_codes_by_email` ON `seat_codes` (`email_key`);--> statement-breakpoint
CREATE INDEX `seat_codes_by_expiry` ON `seat_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `cities_by_latitude` ON `cities` (`lat`,`lng`);