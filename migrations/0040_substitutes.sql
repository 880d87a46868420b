CREATE TABLE `substitute_asks` (
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`asked_at` integer NOT NULL,
	`is_by_hand` integer DEFAULT false NOT NULL,
	`asked_by` text,
	`answer` text,
	`answered_at` integer,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `team_sessions`(`event_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `substitute_asks_by_user` ON `substitute_asks` (`user_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `substitute_asks_by_asker` ON `substitute_asks` (`asked_by`);--> statement-breakpoint
CREATE TABLE `substitute_calls` (
	`event_id` text PRIMARY KEY NOT NULL,
	`seats` integer NOT NULL,
	`waves` integer DEFAULT 0 NOT NULL,
	`next_wave_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `team_sessions`(`event_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `substitute_calls_due` ON `substitute_calls` (`next_wave_at`) WHERE next_wave_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `team_sessions` ADD `attendance` text;