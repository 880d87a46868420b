CREATE TABLE `open_polls` (
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`author_id` text NOT NULL,
	`opened_at` integer NOT NULL,
	`closes_at` integer,
	PRIMARY KEY(`conversation_id`, `seq`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `open_polls_by_author` ON `open_polls` (`author_id`);--> statement-breakpoint
CREATE INDEX `open_polls_by_age` ON `open_polls` (`opened_at`);--> statement-breakpoint
CREATE TABLE `poll_answers` (
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`conversation_id`, `seq`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `poll_answers_by_user` ON `poll_answers` (`user_id`);