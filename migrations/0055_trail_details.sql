ALTER TABLE `team_changes` ADD `guest_id` text;--> statement-breakpoint
ALTER TABLE `team_changes` ADD `details` text;--> statement-breakpoint
CREATE INDEX `team_changes_by_guest` ON `team_changes` (`guest_id`) WHERE guest_id IS NOT NULL;