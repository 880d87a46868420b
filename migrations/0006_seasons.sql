CREATE TABLE `season_registrations` (
	`season_id` text NOT NULL,
	`user_id` text NOT NULL,
	`ends_on` text NOT NULL,
	`registered_at` integer NOT NULL,
	PRIMARY KEY(`season_id`, `user_id`),
	FOREIGN KEY (`season_id`) REFERENCES `seasons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `season_registrations_by_user` ON `season_registrations` (`user_id`,`ends_on`,`season_id`);--> statement-breakpoint
CREATE TABLE `seasons` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`label` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `seasons_in_order` ON `seasons` (`team_id`,`ends_on`,`id`);--> statement-breakpoint
CREATE INDEX `seasons_by_creator` ON `seasons` (`created_by`);