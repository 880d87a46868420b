CREATE TABLE `activity_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`address_name` text NOT NULL,
	`address_description` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`radius` integer NOT NULL,
	`activities` text NOT NULL,
	`start_date` integer,
	`end_date` integer,
	`is_temporary` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `activity_subscriptions_in_order` ON `activity_subscriptions` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `availability` (
	`user_id` text PRIMARY KEY NOT NULL,
	`time_zone` text NOT NULL,
	`weekly` text NOT NULL,
	`dates` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `user_betas` (
	`user_id` text NOT NULL,
	`beta` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `beta`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `connections` (
	`user_id` text NOT NULL,
	`other_id` text NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`user_id`, `other_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `connections_in_order` ON `connections` (`user_id`,`state`,`since`,`other_id`);--> statement-breakpoint
CREATE INDEX `connections_by_other` ON `connections` (`other_id`);--> statement-breakpoint
CREATE TABLE `follow_totals` (
	`user_id` text PRIMARY KEY NOT NULL,
	`followers` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `follows` (
	`follower_id` text NOT NULL,
	`followed_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`follower_id`, `followed_id`),
	FOREIGN KEY (`follower_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`followed_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `follows_in_order` ON `follows` (`follower_id`,`created_at`,`followed_id`);--> statement-breakpoint
CREATE INDEX `follows_by_followed` ON `follows` (`followed_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`done` integer NOT NULL,
	`total` integer NOT NULL,
	`size` integer,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `data_exports_by_user` ON `data_exports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `data_exports_by_expiry` ON `data_exports` (`expires_at`);--> statement-breakpoint
CREATE TABLE `endorsement_totals` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `endorsements` (
	`to_id` text NOT NULL,
	`from_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`to_id`, `from_id`, `kind`),
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `endorsements_by_giver` ON `endorsements` (`from_id`);--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`rating` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `feedback_by_user` ON `feedback` (`user_id`);--> statement-breakpoint
CREATE INDEX `feedback_by_age` ON `feedback` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `notices` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`topic` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`path` text NOT NULL,
	`actor_id` text,
	`team_id` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notices_in_order` ON `notices` (`user_id`,`created_at`,`key`);--> statement-breakpoint
CREATE INDEX `notices_unread` ON `notices` (`user_id`,`read_at`);--> statement-breakpoint
CREATE INDEX `notices_by_actor` ON `notices` (`actor_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `notices_by_team` ON `notices` (`team_id`);--> statement-breakpoint
CREATE INDEX `notices_by_age` ON `notices` (`created_at`);--> statement-breakpoint
CREATE TABLE `notification_choices` (
	`user_id` text PRIMARY KEY NOT NULL,
	`chosen_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `push_optouts` (
	`user_id` text NOT NULL,
	`topic` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `topic`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `team_mutes` (
	`user_id` text NOT NULL,
	`team_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `team_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`blocker_id` text NOT NULL,
	`blocked_id` text,
	`email` text,
	`email_key` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`blocker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocks_one_person` ON `blocks` (`blocker_id`,`blocked_id`) WHERE blocked_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `blocks_one_email` ON `blocks` (`blocker_id`,`email_key`) WHERE email_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocks_by_blocked` ON `blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE INDEX `blocks_by_email` ON `blocks` (`email_key`);--> statement-breakpoint
CREATE INDEX `blocks_in_order` ON `blocks` (`blocker_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `privacy_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`messages_from_anyone` integer NOT NULL,
	`public_badges` integer NOT NULL,
	`public_online_status` integer NOT NULL,
	`public_upcoming_games` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `profile_words` (
	`word` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`word`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `profile_words_by_user` ON `profile_words` (`user_id`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`full_name` text NOT NULL,
	`bio` text NOT NULL,
	`city_id` integer NOT NULL,
	`city_name` text NOT NULL,
	`city_state` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`time_zone` text NOT NULL,
	`gender` text,
	`pronoun` text NOT NULL,
	`join_reason` text,
	`activities` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `user_list_items` (
	`id` text PRIMARY KEY NOT NULL,
	`list_id` text NOT NULL,
	`user_id` text,
	`email` text,
	`email_key` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`list_id`) REFERENCES `user_lists`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_list_items_one_person` ON `user_list_items` (`list_id`,`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `user_list_items_one_email` ON `user_list_items` (`list_id`,`email_key`) WHERE email_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `user_list_items_in_order` ON `user_list_items` (`list_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `user_list_items_by_user` ON `user_list_items` (`user_id`);--> statement-breakpoint
CREATE INDEX `user_list_items_by_email` ON `user_list_items` (`email_key`);--> statement-breakpoint
CREATE TABLE `user_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `user_lists_in_order` ON `user_lists` (`owner_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `auth_tokens` ADD `new_email` text;--> statement-breakpoint
ALTER TABLE `users` ADD `photo_key` text;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;