CREATE TABLE `search_word_cells` (
	`kind` text NOT NULL,
	`word` text NOT NULL,
	`cell` integer NOT NULL,
	`rank` integer NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`kind`, `word`, `cell`, `rank`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `search_word_cells` (`kind`, `word`, `cell`, `rank`, `id`)
SELECT w.`kind`, w.`word`, min(127, max(0, CAST(floor((item.`lat` + 90.0) / 180.0 * 128) AS INTEGER))) * 128 +
    min(127, max(0, CAST(floor((iif(item.`lng` >= 180, item.`lng` - 360.0, item.`lng`) + 180.0) / 360.0 * 128) AS INTEGER))), w.`rank`, w.`id`
FROM `search_words` w JOIN `events` item ON item.`id` = w.`id` WHERE w.`kind` = 'event' AND item.`lat` IS NOT NULL;
--> statement-breakpoint
INSERT INTO `search_word_cells` (`kind`, `word`, `cell`, `rank`, `id`)
SELECT w.`kind`, w.`word`, min(127, max(0, CAST(floor((item.`lat` + 90.0) / 180.0 * 128) AS INTEGER))) * 128 +
    min(127, max(0, CAST(floor((iif(item.`lng` >= 180, item.`lng` - 360.0, item.`lng`) + 180.0) / 360.0 * 128) AS INTEGER))), w.`rank`, w.`id`
FROM `search_words` w JOIN `teams` item ON item.`id` = w.`id` WHERE w.`kind` = 'team' AND item.`lat` IS NOT NULL;
--> statement-breakpoint
INSERT INTO `search_word_cells` (`kind`, `word`, `cell`, `rank`, `id`)
SELECT w.`kind`, w.`word`, min(127, max(0, CAST(floor((item.`lat` + 90.0) / 180.0 * 128) AS INTEGER))) * 128 +
    min(127, max(0, CAST(floor((iif(item.`lng` >= 180, item.`lng` - 360.0, item.`lng`) + 180.0) / 360.0 * 128) AS INTEGER))), w.`rank`, w.`id`
FROM `search_words` w JOIN `places` item ON item.`id` = w.`id` WHERE w.`kind` = 'place' AND item.`lat` IS NOT NULL;
