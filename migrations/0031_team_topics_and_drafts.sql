CREATE TABLE `team_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`version` integer NOT NULL,
	`step` integer NOT NULL,
	`furthest_step` integer NOT NULL,
	`activity` text,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`city_id` integer,
	`city_name` text,
	`city_state` text,
	`place_id` text,
	`photo_key` text,
	`main_color` text NOT NULL,
	`second_color` text NOT NULL,
	`join_mode` text NOT NULL,
	`topics` text NOT NULL,
	`created_at` integer NOT NULL,
	`active_at` integer NOT NULL,
	`reminded_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_drafts_user_id_unique` ON `team_drafts` (`user_id`);--> statement-breakpoint
CREATE INDEX `team_drafts_to_remind` ON `team_drafts` (`active_at`) WHERE reminded_at IS NULL AND furthest_step >= 2;--> statement-breakpoint
CREATE TABLE `team_topics` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_topics_one_name` ON `team_topics` (`team_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `team_topics_in_order` ON `team_topics` (`team_id`,`position`,`id`);