DROP INDEX `form_files_unsent`;--> statement-breakpoint
ALTER TABLE `form_files` ADD `link_hash` text REFERENCES form_links(key_hash);--> statement-breakpoint
CREATE INDEX `form_files_by_link` ON `form_files` (`link_hash`) WHERE link_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `form_files_unsent` ON `form_files` (`created_at`) WHERE submission_id IS NULL AND link_hash IS NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `joiner_id` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `guest_name` text;--> statement-breakpoint
CREATE INDEX `submissions_by_joiner` ON `submissions` (`joiner_id`) WHERE joiner_id IS NOT NULL;--> statement-breakpoint
-- Files that were added through a link belong to nobody else once it is gone, so they are deleted as other unsent files are.
CREATE TRIGGER `form_links_ended` BEFORE DELETE ON `form_links`
BEGIN
  UPDATE `form_files` SET `link_hash` = NULL WHERE `link_hash` = OLD.`key_hash`;
END;
--> statement-breakpoint
-- Whoever leaves a game and joins again has a new entry with the same guests, who have signed.
CREATE TRIGGER `joiners_renamed` AFTER UPDATE OF `id` ON `joiners` WHEN OLD.`id` <> NEW.`id`
BEGIN
  UPDATE `submissions` SET `joiner_id` = NEW.`id` WHERE `joiner_id` = OLD.`id`;
END;
