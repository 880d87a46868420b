CREATE TABLE `team_city_cells` (
	`cell` integer NOT NULL,
	`activity` text NOT NULL,
	`id` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	PRIMARY KEY(`cell`, `activity`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `teams_by_size` ON `teams` (`join_mode`,`members`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `teams_by_activity` ON `teams` (`activity`,`join_mode`,`members`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `teams_by_city` ON `teams` (`city_id`,`join_mode`,`members`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `teams_by_city_and_activity` ON `teams` (`city_id`,`activity`,`join_mode`,`members`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
-- The lists of each city: all of its teams, those with an activity, those that people can join, and those with both.
INSERT INTO `team_city_cells` (`cell`, `activity`, `id`, `lat`, `lng`)
SELECT DISTINCT at.`cell`, wanted.`value`, CAST(t.`city_id` AS TEXT), at.`lat`, at.`lng`
FROM `team_cells` at JOIN `teams` t ON t.`id` = at.`id` AND t.`deleted_at` IS NULL AND t.`city_id` IS NOT NULL,
  json_each(json_array('', coalesce(t.`activity`, ''), iif(t.`join_mode` = 'invite', '', ':' || t.`join_mode`),
    coalesce(t.`activity`, '') || iif(t.`join_mode` = 'invite', '', ':' || t.`join_mode`))) wanted
WHERE at.`activity` = '';
