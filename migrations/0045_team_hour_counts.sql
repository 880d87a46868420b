CREATE TABLE `team_hour_counts` (
	`team_id` text PRIMARY KEY NOT NULL,
	`counts` text NOT NULL,
	`valid_until` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_hour_counts_by_end` ON `team_hour_counts` (`valid_until`);