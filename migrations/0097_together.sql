CREATE TABLE `series_follows` (
	`user_id` text NOT NULL,
	`series_id` text NOT NULL,
	`is_by_link` integer NOT NULL,
	`followed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `series_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`series_id`) REFERENCES `event_series`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `series_follows_by_series` ON `series_follows` (`series_id`,`user_id`);--> statement-breakpoint
ALTER TABLE `joiners` ADD `held_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `joiners_by_holder` ON `joiners` (`held_by`,`event_id`) WHERE held_by IS NOT NULL;