CREATE TABLE `team_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`inviter_id` text NOT NULL,
	`user_id` text,
	`email` text,
	`email_key` text,
	`token_hash` text,
	`uses` integer DEFAULT 0 NOT NULL,
	`max_uses` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inviter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_to_person` ON `team_invitations` (`team_id`,`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_to_email` ON `team_invitations` (`team_id`,`email_key`) WHERE email_key IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_one_link` ON `team_invitations` (`team_id`,`inviter_id`) WHERE user_id IS NULL AND email_key IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_by_token` ON `team_invitations` (`token_hash`) WHERE token_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `team_invitations_in_order` ON `team_invitations` (`team_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `team_invitations_by_user` ON `team_invitations` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `team_invitations_by_email` ON `team_invitations` (`email_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `team_invitations_by_inviter` ON `team_invitations` (`inviter_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `team_invitations_expiring` ON `team_invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `team_requests` (
	`team_id` text NOT NULL,
	`user_id` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`declined_at` integer,
	`is_taken_back` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`team_id`, `user_id`),
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_requests_open` ON `team_requests` (`team_id`,`created_at`,`user_id`) WHERE declined_at IS NULL;--> statement-breakpoint
CREATE INDEX `team_requests_by_user` ON `team_requests` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `team_requests_declined` ON `team_requests` (`declined_at`) WHERE declined_at IS NOT NULL;