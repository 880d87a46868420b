CREATE TABLE `seat_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`joiner_id` text NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seat_transfers_by_joiner` ON `seat_transfers` (`joiner_id`);--> statement-breakpoint
CREATE INDEX `seat_transfers_from` ON `seat_transfers` (`from_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `seat_transfers_to` ON `seat_transfers` (`to_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `seat_transfers_expiring` ON `seat_transfers` (`expires_at`);--> statement-breakpoint
CREATE INDEX `seat_transfers_by_event` ON `seat_transfers` (`event_id`);--> statement-breakpoint
CREATE TABLE `outreach` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text NOT NULL,
	`kind` text NOT NULL,
	`recipient_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recipient_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outreach_by_sender` ON `outreach` (`sender_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outreach_by_pair` ON `outreach` (`recipient_id`,`sender_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outreach_by_time` ON `outreach` (`created_at`);