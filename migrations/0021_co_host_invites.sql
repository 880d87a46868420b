CREATE TABLE `co_host_invites` (
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`inviter_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inviter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `co_host_invites_to` ON `co_host_invites` (`user_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `co_host_invites_from` ON `co_host_invites` (`inviter_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `co_host_invites_expiring` ON `co_host_invites` (`expires_at`);