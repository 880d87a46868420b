CREATE TABLE `saved_games` (
	`user_id` text NOT NULL,
	`event_id` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `event_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `saved_games_by_event` ON `saved_games` (`event_id`);--> statement-breakpoint
CREATE TABLE `game_years` (
	`user_id` text NOT NULL,
	`year` integer NOT NULL,
	`counted` text NOT NULL,
	`people` integer NOT NULL,
	`partner_id` text,
	`partner_games` integer NOT NULL,
	`counted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `year`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`partner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `game_years_by_partner` ON `game_years` (`partner_id`);