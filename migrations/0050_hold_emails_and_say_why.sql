CREATE TABLE `notification_times` (
	`user_id` text PRIMARY KEY NOT NULL,
	`weekday` text NOT NULL,
	`quiet_hours` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `notices_unread`;--> statement-breakpoint
ALTER TABLE `notices` ADD `area` text DEFAULT 'ours' NOT NULL;--> statement-breakpoint
UPDATE `notices` SET `area` = CASE
	WHEN `topic` IN ('connections', 'directMessage', 'endorsement', 'usersJoinNearby') THEN 'people'
	WHEN `topic` IN ('alerts', 'hostGames', 'eventCreatedJoin', 'eventJoined') THEN 'games'
	WHEN `topic` IN ('teamMessage', 'announcements', 'followedTeams', 'teamJoin') THEN 'communities'
	ELSE 'ours' END;--> statement-breakpoint
ALTER TABLE `notices` ADD `team_topic_id` text;--> statement-breakpoint
ALTER TABLE `notices` ADD `reason` text;--> statement-breakpoint
CREATE INDEX `notices_by_area` ON `notices` (`user_id`,`area`,`created_at`,`key`);--> statement-breakpoint
CREATE INDEX `notices_unread` ON `notices` (`user_id`,`read_at`,`created_at`,`key`);--> statement-breakpoint
ALTER TABLE `digest_entries` ADD `is_alone` integer DEFAULT false NOT NULL;