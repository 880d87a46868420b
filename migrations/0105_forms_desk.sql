CREATE TABLE `form_views` (
	`id` text PRIMARY KEY NOT NULL,
	`form_id` text NOT NULL,
	`name` text NOT NULL,
	`columns` text NOT NULL,
	`filter` text NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `form_views_by_name` ON `form_views` (`form_id`,`name`);--> statement-breakpoint
CREATE TABLE `submission_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `submission_keys_by_submission` ON `submission_keys` (`submission_id`);--> statement-breakpoint
DROP INDEX `submissions_in_order`;--> statement-breakpoint
ALTER TABLE `submissions` ADD `last_word_key` text;--> statement-breakpoint
UPDATE `submissions` SET `last_word_key` = substr(trim(`label_key`), length(rtrim(trim(`label_key`), replace(`label_key`, ' ', ''))) + 1)
	WHERE instr(trim(`label_key`), ' ') > 0;--> statement-breakpoint
CREATE INDEX `submissions_by_last_word` ON `submissions` (`form_id`,`last_word_key`,`id`) WHERE last_word_key IS NOT NULL;--> statement-breakpoint
ALTER TABLE `submission_events` ADD `changes` text;