CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint` text NOT NULL,
	`account` text,
	`type` text NOT NULL,
	`object_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stripe_events_by_age` ON `stripe_events` (`received_at`);