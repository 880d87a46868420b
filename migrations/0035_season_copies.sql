ALTER TABLE `season_groups` ADD `is_copied` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `season_registrations` ADD `is_copied` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `seasons` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `seasons` ADD `copied_from` text;--> statement-breakpoint
ALTER TABLE `team_sessions` ADD `is_copied` integer DEFAULT false NOT NULL;