ALTER TABLE `profiles` ADD `games_played` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `games_hosted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `games_kept` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What badges count is counted with each person's next game: all at once would be much for one statement.
-- A device is known without its versions from now on; by those known before, all would be told of as new.
DELETE FROM `known_devices`;
