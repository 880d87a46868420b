CREATE TABLE `conversation_members` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`other_id` text,
	`read_seq` integer DEFAULT 0 NOT NULL,
	`recent_seqs` text DEFAULT '[]' NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	`is_request` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `conversation_members_by_user` ON `conversation_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_at` integer,
	`last_author_id` text,
	`last_text` text,
	FOREIGN KEY (`last_author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `deleted_team_members` ADD `messages_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `team_members` ADD `messages_before` integer DEFAULT 0 NOT NULL;