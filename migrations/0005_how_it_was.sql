CREATE TABLE `event_feedback` (
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`rating` integer NOT NULL,
	`words` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_feedback_by_user` ON `event_feedback` (`user_id`,`at`);