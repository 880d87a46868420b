ALTER TABLE `reports` ADD `author_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `reports` ADD `message_text` text;--> statement-breakpoint
CREATE INDEX `reports_by_author` ON `reports` (`author_id`);