CREATE TABLE `subscription_cells` (
	`cell` integer NOT NULL,
	`activity` text NOT NULL,
	`id` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`radius` integer NOT NULL,
	`start_date` integer,
	`end_date` integer,
	PRIMARY KEY(`cell`, `activity`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_cells` (
	`cell` integer NOT NULL,
	`activity` text NOT NULL,
	`start` integer NOT NULL,
	`id` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	PRIMARY KEY(`cell`, `activity`, `start`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_hosts` (
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_hosts_by_user` ON `event_hosts` (`user_id`,`starts_at`,`event_id`);--> statement-breakpoint
CREATE TABLE `event_invites` (
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`inviter_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inviter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_invites_by_user` ON `event_invites` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `event_invites_by_inviter` ON `event_invites` (`inviter_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `event_series` (
	`id` text PRIMARY KEY NOT NULL,
	`creator_id` text,
	`rule` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_series_by_creator` ON `event_series` (`creator_id`);--> statement-breakpoint
CREATE TABLE `event_updates` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`author_id` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_updates_in_order` ON `event_updates` (`event_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `event_updates_by_author` ON `event_updates` (`author_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`creator_id` text,
	`team_id` text,
	`series_id` text,
	`activity` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`picture_key` text,
	`place_id` text,
	`place_name` text NOT NULL,
	`address` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`time_zone` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`level_min` real,
	`level_max` real,
	`capacity` integer NOT NULL,
	`slots` text NOT NULL,
	`guests_most` integer NOT NULL,
	`visibility` text NOT NULL,
	`needs_approval` integer NOT NULL,
	`questions` text NOT NULL,
	`leave_minutes` integer NOT NULL,
	`waitlist_mode` text NOT NULL,
	`state` text NOT NULL,
	`publish_at` integer,
	`cancel_reason` text NOT NULL,
	`taken` integer NOT NULL,
	`waiting` integer NOT NULL,
	`reminded` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`series_id`) REFERENCES `event_series`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `events_by_creator` ON `events` (`creator_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_team` ON `events` (`team_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_place` ON `events` (`place_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_series` ON `events` (`series_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_in_order` ON `events` (`state`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_to_publish` ON `events` (`publish_at`) WHERE publish_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_with_waiting` ON `events` (`starts_at`) WHERE waiting > 0;--> statement-breakpoint
CREATE TABLE `joiners` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`user_id` text,
	`guest_name` text,
	`slot_id` text,
	`state` text NOT NULL,
	`seats` integer NOT NULL,
	`guests` text NOT NULL,
	`answers` text NOT NULL,
	`turn` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`offer_hash` text,
	`offer_expires_at` integer,
	`arrived` integer NOT NULL,
	`checked_in_at` integer,
	`is_no_show` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `joiners_once` ON `joiners` (`event_id`,`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `joiners_in_order` ON `joiners` (`event_id`,`state`,`turn`,`joined_at`,`id`);--> statement-breakpoint
CREATE INDEX `joiners_by_user` ON `joiners` (`user_id`,`starts_at`,`event_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `joiners_by_offer` ON `joiners` (`offer_hash`) WHERE offer_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `joiners_expiring` ON `joiners` (`offer_expires_at`) WHERE offer_expires_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `place_cells` (
	`cell` integer NOT NULL,
	`activity` text NOT NULL,
	`id` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	PRIMARY KEY(`cell`, `activity`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `place_edits` (
	`place_id` text NOT NULL,
	`version` integer NOT NULL,
	`editor_id` text,
	`changes` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`place_id`, `version`),
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `place_edits_by_editor` ON `place_edits` (`editor_id`);--> statement-breakpoint
CREATE TABLE `place_follows` (
	`place_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`place_id`, `user_id`),
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `place_follows_by_user` ON `place_follows` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `place_pings` (
	`id` text PRIMARY KEY NOT NULL,
	`place_id` text NOT NULL,
	`user_id` text NOT NULL,
	`activity` text NOT NULL,
	`needed` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `place_pings_by_place` ON `place_pings` (`place_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `place_pings_by_user` ON `place_pings` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `place_visits` (
	`place_id` text NOT NULL,
	`user_id` text NOT NULL,
	`visits` integer NOT NULL,
	`last_at` integer NOT NULL,
	`here_until` integer NOT NULL,
	PRIMARY KEY(`place_id`, `user_id`),
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `place_visits_here` ON `place_visits` (`place_id`,`here_until`);--> statement-breakpoint
CREATE INDEX `place_visits_regulars` ON `place_visits` (`place_id`,`visits`);--> statement-breakpoint
CREATE INDEX `place_visits_by_user` ON `place_visits` (`user_id`,`last_at`);--> statement-breakpoint
CREATE TABLE `places` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`time_zone` text NOT NULL,
	`address` text NOT NULL,
	`city_name` text NOT NULL,
	`city_state` text NOT NULL,
	`activities` text NOT NULL,
	`courts` integer,
	`surface` text NOT NULL,
	`is_indoor` integer NOT NULL,
	`has_lights` integer NOT NULL,
	`fee` text NOT NULL,
	`hours` text,
	`amenities` text NOT NULL,
	`photos` text NOT NULL,
	`creator_id` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `places_by_creator` ON `places` (`creator_id`);--> statement-breakpoint
CREATE TABLE `person_cells` (
	`cell` integer NOT NULL,
	`activity` text NOT NULL,
	`id` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	PRIMARY KEY(`cell`, `activity`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`reporter_id` text,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`handled_at` integer,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reports_by_reporter` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_in_order` ON `reports` (`handled_at`,`created_at`);--> statement-breakpoint
CREATE TABLE `search_typos` (
	`variant` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`variant`, `word`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `search_words` (
	`kind` text NOT NULL,
	`word` text NOT NULL,
	`rank` integer NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`kind`, `word`, `rank`, `id`)
) WITHOUT ROWID;
