CREATE TABLE `team_topic_optouts` (
	`user_id` text NOT NULL,
	`topic_id` text NOT NULL,
	`channel` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `topic_id`, `channel`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`topic_id`) REFERENCES `team_topics`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_topic_optouts_by_topic` ON `team_topic_optouts` (`topic_id`);--> statement-breakpoint
CREATE TABLE `team_announcement_reads` (
	`announcement_id` text NOT NULL,
	`user_id` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`announcement_id`, `user_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `team_announcements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_announcement_reads_in_order` ON `team_announcement_reads` (`announcement_id`,`read_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `team_announcement_reads_by_user` ON `team_announcement_reads` (`user_id`);--> statement-breakpoint
CREATE TABLE `team_announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`topic_id` text,
	`author_id` text,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`deleted_at` integer,
	`reads` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`topic_id`) REFERENCES `team_topics`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_announcements_newest` ON `team_announcements` (`team_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `team_announcements_by_topic` ON `team_announcements` (`topic_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `team_announcements_by_author` ON `team_announcements` (`author_id`);--> statement-breakpoint
CREATE TRIGGER `team_announcement_reads_added` AFTER INSERT ON `team_announcement_reads`
BEGIN
  UPDATE `team_announcements` SET `reads` = `reads` + 1 WHERE `id` = NEW.`announcement_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `team_announcement_reads_removed` AFTER DELETE ON `team_announcement_reads`
BEGIN
  UPDATE `team_announcements` SET `reads` = `reads` - 1 WHERE `id` = OLD.`announcement_id`;
END;
