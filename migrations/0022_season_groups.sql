CREATE TABLE `result_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`user_id` text,
	`kind` text NOT NULL,
	`home_score` integer NOT NULL,
	`away_score` integer NOT NULL,
	`forfeit_side` text,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `team_sessions`(`event_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `result_changes_in_order` ON `result_changes` (`event_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `result_changes_by_user` ON `result_changes` (`user_id`);--> statement-breakpoint
CREATE TABLE `season_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`season_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`level_min` real,
	`level_max` real,
	`size` integer,
	`lot` integer NOT NULL,
	FOREIGN KEY (`season_id`) REFERENCES `seasons`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `season_groups_by_name` ON `season_groups` (`season_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `season_tables` (
	`season_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`is_over` integer NOT NULL,
	`rows` text NOT NULL,
	FOREIGN KEY (`season_id`) REFERENCES `seasons`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `team_sessions` (
	`event_id` text PRIMARY KEY NOT NULL,
	`season_id` text NOT NULL,
	`home_group_id` text,
	`away_group_id` text,
	`home_score` integer,
	`away_score` integer,
	`forfeit_side` text,
	`home_agrees` integer DEFAULT false NOT NULL,
	`away_agrees` integer DEFAULT false NOT NULL,
	`disputed_side` text,
	`is_settled` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`last_change_id` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`season_id`) REFERENCES `seasons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`home_group_id`) REFERENCES `season_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`away_group_id`) REFERENCES `season_groups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_sessions_by_season` ON `team_sessions` (`season_id`);--> statement-breakpoint
CREATE INDEX `team_sessions_by_home` ON `team_sessions` (`home_group_id`);--> statement-breakpoint
CREATE INDEX `team_sessions_by_away` ON `team_sessions` (`away_group_id`);--> statement-breakpoint
CREATE INDEX `team_sessions_open` ON `team_sessions` (`season_id`) WHERE home_group_id IS NOT NULL AND (home_score IS NULL OR disputed_side IS NOT NULL);--> statement-breakpoint
ALTER TABLE `season_registrations` ADD `kind` text DEFAULT 'player' NOT NULL;--> statement-breakpoint
ALTER TABLE `season_registrations` ADD `group_id` text REFERENCES season_groups(id);--> statement-breakpoint
CREATE INDEX `season_registrations_by_group` ON `season_registrations` (`group_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `season_registrations_one_captain` ON `season_registrations` (`group_id`) WHERE kind = 'captain';--> statement-breakpoint
ALTER TABLE `seasons` ADD `results_version` integer DEFAULT 0 NOT NULL;