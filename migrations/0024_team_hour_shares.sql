CREATE TABLE `team_hour_shares` (
	`team_id` text NOT NULL,
	`user_id` text NOT NULL,
	`shared_since` integer NOT NULL,
	PRIMARY KEY(`team_id`, `user_id`),
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_hour_shares_by_user` ON `team_hour_shares` (`user_id`);