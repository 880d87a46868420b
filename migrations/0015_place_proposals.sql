CREATE TABLE `place_proposals` (
	`place_id` text NOT NULL,
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`changes` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`place_id`, `user_id`),
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `place_proposals_open` ON `place_proposals` (`place_id`,`state`,`expires_at`);--> statement-breakpoint
CREATE INDEX `place_proposals_by_user` ON `place_proposals` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `place_proposals_by_expiry` ON `place_proposals` (`expires_at`);--> statement-breakpoint
DROP INDEX `place_edits_by_editor`;--> statement-breakpoint
ALTER TABLE `place_edits` ADD `confirmer_id` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `place_edits_by_confirmer` ON `place_edits` (`confirmer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `place_edits_by_editor` ON `place_edits` (`editor_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `places` ADD `confirmed_lat` real;--> statement-breakpoint
ALTER TABLE `places` ADD `confirmed_lng` real;