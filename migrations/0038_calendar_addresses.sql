CREATE TABLE `calendar_addresses` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`team_id` text,
	`has_other_teams` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_addresses_of_person` ON `calendar_addresses` (`user_id`) WHERE team_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_addresses_of_team` ON `calendar_addresses` (`team_id`,`user_id`) WHERE team_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `calendar_addresses_by_user` ON `calendar_addresses` (`user_id`);