CREATE TABLE `co_host_links` (
	`event_id` text NOT NULL,
	`inviter_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`is_for_series` integer NOT NULL,
	`uses` integer NOT NULL,
	`max_uses` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `inviter_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inviter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `co_host_links_by_token` ON `co_host_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `co_host_links_by_inviter` ON `co_host_links` (`inviter_id`);--> statement-breakpoint
CREATE INDEX `co_host_links_expiring` ON `co_host_links` (`expires_at`);