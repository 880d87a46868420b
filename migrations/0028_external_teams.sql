CREATE TABLE `external_games` (
	`external_team_id` text NOT NULL,
	`uid` text NOT NULL,
	`occurrence` text NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`place` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`first_date` text,
	`last_date` text,
	`is_cancelled` integer NOT NULL,
	`is_busy` integer NOT NULL,
	PRIMARY KEY(`external_team_id`, `uid`, `occurrence`),
	FOREIGN KEY (`external_team_id`) REFERENCES `external_teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `external_games_in_order` ON `external_games` (`user_id`,`starts_at`,`external_team_id`,`uid`,`occurrence`);--> statement-breakpoint
CREATE TABLE `external_teams` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`feed_url` text NOT NULL,
	`time_zone` text NOT NULL,
	`state` text NOT NULL,
	`fetch_id` text,
	`next_fetch_at` integer,
	`tried_at` integer,
	`fetched_at` integer,
	`expanded_at` integer,
	`etag` text,
	`last_modified` text,
	`content_hash` text,
	`skipped_entries` integer NOT NULL,
	`is_cut` integer NOT NULL,
	`failure` text,
	`failure_count` integer NOT NULL,
	`failed_since` integer,
	`notified_failures` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `external_teams_in_order` ON `external_teams` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `external_teams_due` ON `external_teams` (`next_fetch_at`) WHERE next_fetch_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `external_teams_removed` ON `external_teams` (`removed_at`) WHERE removed_at IS NOT NULL;