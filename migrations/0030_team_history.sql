CREATE TABLE `deleted_team_members` (
	`team_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at` integer NOT NULL,
	`title` text,
	PRIMARY KEY(`team_id`, `user_id`),
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `deleted_team_members_by_user` ON `deleted_team_members` (`user_id`,`role`);--> statement-breakpoint
CREATE TABLE `team_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`actor_id` text,
	`kind` text NOT NULL,
	`person_id` text,
	`old_role` text,
	`new_role` text,
	`fields` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_changes_in_order` ON `team_changes` (`team_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `team_changes_by_actor` ON `team_changes` (`actor_id`);--> statement-breakpoint
CREATE INDEX `team_changes_by_person` ON `team_changes` (`person_id`);--> statement-breakpoint
CREATE INDEX `team_changes_by_age` ON `team_changes` (`created_at`);--> statement-breakpoint
ALTER TABLE `team_members` ADD `title` text;--> statement-breakpoint
ALTER TABLE `teams` ADD `purge_at` integer;--> statement-breakpoint
CREATE INDEX `teams_to_purge` ON `teams` (`purge_at`) WHERE purge_at IS NOT NULL;