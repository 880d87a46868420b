CREATE TABLE `team_hand_overs` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_hand_overs_by_team` ON `team_hand_overs` (`team_id`,`from_id`);--> statement-breakpoint
CREATE INDEX `team_hand_overs_from` ON `team_hand_overs` (`from_id`,`to_id`);--> statement-breakpoint
CREATE INDEX `team_hand_overs_to` ON `team_hand_overs` (`to_id`);--> statement-breakpoint
CREATE INDEX `team_hand_overs_expiring` ON `team_hand_overs` (`expires_at`);