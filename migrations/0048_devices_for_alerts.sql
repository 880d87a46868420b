CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`token_hash` text NOT NULL,
	`user_agent` text NOT NULL,
	`platform` text NOT NULL,
	`hides_text` integer NOT NULL,
	`created_at` integer NOT NULL,
	`refreshed_at` integer NOT NULL,
	`outcome` text,
	`outcome_at` integer,
	`test_hash` text,
	`test_asked_at` integer,
	`test_taken_at` integer,
	`test_shown_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_endpoint_unique` ON `push_devices` (`endpoint`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_token_hash_unique` ON `push_devices` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_test_hash_unique` ON `push_devices` (`test_hash`);--> statement-breakpoint
CREATE INDEX `push_devices_by_user` ON `push_devices` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_devices_by_session` ON `push_devices` (`session_id`);