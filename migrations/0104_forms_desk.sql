CREATE TABLE `submission_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `submission_keys_by_submission` ON `submission_keys` (`submission_id`);--> statement-breakpoint
ALTER TABLE `submission_events` ADD `changes` text;