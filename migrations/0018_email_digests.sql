CREATE TABLE `digest_entries` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`topic` text NOT NULL,
	`platform` text,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `digest_entries_due` ON `digest_entries` (`due_at`,`user_id`,`topic`);--> statement-breakpoint
CREATE TABLE `mail_frequency_choices` (
	`user_id` text NOT NULL,
	`topic` text NOT NULL,
	`frequency` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `topic`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Alerts had the topic of new players until now. Who turned it off wants no emails of either.
INSERT OR IGNORE INTO `mail_optouts` (`email`, `topic`, `created_at`)
SELECT `email`, 'alerts', `created_at` FROM `mail_optouts` WHERE `topic` = 'usersJoinNearby';
