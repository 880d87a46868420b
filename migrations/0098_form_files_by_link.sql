DROP INDEX `form_files_unsent`;--> statement-breakpoint
ALTER TABLE `form_files` ADD `link_hash` text REFERENCES form_links(key_hash) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `form_files_by_link` ON `form_files` (`link_hash`) WHERE link_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `form_files_unsent` ON `form_files` (`created_at`) WHERE submission_id IS NULL AND link_hash IS NULL;