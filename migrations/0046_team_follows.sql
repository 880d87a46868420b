CREATE TABLE `team_follows` (
	`team_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`team_id`, `user_id`),
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_follows_in_order` ON `team_follows` (`user_id`,`created_at`,`team_id`);--> statement-breakpoint
ALTER TABLE `teams` ADD `followers` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `team_follows_added` AFTER INSERT ON `team_follows`
BEGIN
  UPDATE `teams` SET `followers` = `followers` + 1 WHERE `id` = NEW.`team_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `team_follows_removed` AFTER DELETE ON `team_follows`
BEGIN
  UPDATE `teams` SET `followers` = `followers` - 1 WHERE `id` = OLD.`team_id`;
END;
