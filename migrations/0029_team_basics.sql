DROP INDEX `team_members_in_order`;--> statement-breakpoint
ALTER TABLE `team_members` ADD `rank` integer GENERATED ALWAYS AS (CASE role WHEN 'owner' THEN 0 WHEN 'organizer' THEN 1 WHEN 'captain' THEN 2 WHEN 'coach' THEN 3 WHEN 'treasurer' THEN 4 WHEN 'scorekeeper' THEN 5 WHEN 'member' THEN 6 END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `team_members_in_order` ON `team_members` (`team_id`,`rank`,`joined_at`,`user_id`);--> statement-breakpoint
ALTER TABLE `teams` ADD `activity` text;--> statement-breakpoint
ALTER TABLE `teams` ADD `join_mode` text DEFAULT 'invite' NOT NULL;--> statement-breakpoint
ALTER TABLE `teams` ADD `main_color` text;--> statement-breakpoint
ALTER TABLE `teams` ADD `second_color` text;--> statement-breakpoint
ALTER TABLE `teams` ADD `version` integer DEFAULT 1 NOT NULL;