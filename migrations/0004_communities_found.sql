CREATE TABLE `team_cells` (
	`cell` integer NOT NULL,
	`activity` text NOT NULL,
	`id` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	PRIMARY KEY(`cell`, `activity`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `teams` ADD `city_id` integer;--> statement-breakpoint
ALTER TABLE `teams` ADD `city_name` text;--> statement-breakpoint
ALTER TABLE `teams` ADD `city_state` text;--> statement-breakpoint
ALTER TABLE `teams` ADD `lat` real;--> statement-breakpoint
ALTER TABLE `teams` ADD `lng` real;--> statement-breakpoint
ALTER TABLE `teams` ADD `members` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `teams` SET `members` = (SELECT count(*) FROM `team_members` WHERE `team_members`.`team_id` = `teams`.`id`);