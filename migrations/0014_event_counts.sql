CREATE TABLE `event_counts` (
	`activity` text NOT NULL,
	`is_past` integer NOT NULL,
	`day` integer NOT NULL,
	`cell` integer NOT NULL,
	`count` integer NOT NULL,
	`lat_sum` integer NOT NULL,
	`lng_sum` integer NOT NULL,
	PRIMARY KEY(`activity`, `is_past`, `day`, `cell`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `event_cells` ADD `day` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The calendar day of games that exist. SQLite knows no time zones, so the zones of the US and their summer time stand here.
-- Elsewhere the sun decides: an hour for 15 degrees. New games get their day from the Worker.
UPDATE `event_cells` SET `day` = coalesce((
  SELECT CAST(floor((standard + (has_summer AND at >= date(substr(at, 1, 4) || '-03-08', 'weekday 0') || ' 02:00:00'
      AND at < date(substr(at, 1, 4) || '-11-01', 'weekday 0') || ' 01:00:00') * 3600) / 86400.0) AS INTEGER)
  FROM (SELECT standard, has_summer, datetime(standard, 'unixepoch') AS at FROM (
    SELECT abs(`event_cells`.`start`) / 1000 + 3600 * coalesce('{"America/New_York":-5,"America/Detroit":-5,"America/Chicago":-6,"America/Menominee":-6,"America/Indiana/Knox":-6,"America/Indiana/Tell_City":-6,"America/Denver":-7,"America/Boise":-7,"America/Phoenix":-7,"America/Los_Angeles":-8,"America/Anchorage":-9,"America/Juneau":-9,"America/Sitka":-9,"America/Yakutat":-9,"America/Nome":-9,"America/Metlakatla":-9,"Pacific/Honolulu":-10,"America/Adak":-10}' ->> ('$."' || e.`time_zone` || '"'),
        iif(e.`time_zone` LIKE 'America/Kentucky/%' OR e.`time_zone` LIKE 'America/Indiana/%', -5, NULL),
        iif(e.`time_zone` LIKE 'America/North_Dakota/%', -6, CAST(round(`event_cells`.`lng` / 15) AS INTEGER))) AS standard,
    e.`time_zone` LIKE 'America/%' AND e.`time_zone` <> 'America/Phoenix' AS has_summer
    FROM `events` e WHERE e.`id` = `event_cells`.`id`))),
  CAST(floor((abs(`start`) / 1000 + `lng` * 240) / 86400.0) AS INTEGER));
--> statement-breakpoint
INSERT INTO `event_counts` (`activity`, `is_past`, `day`, `cell`, `count`, `lat_sum`, `lng_sum`)
SELECT c.`activity`, c.`start` < 0, days.`one` * c.`day` + days.`week` * (-1 - (c.`day` + 3) % 7), (bits.`value` << 28) + ((c.`y` >> (14 - bits.`value`)) << 14) + (c.`x` >> (14 - bits.`value`)),
  count(*), sum(CAST(round(c.`lat` * 100000) AS INTEGER)), sum(CAST(round(c.`lng` * 100000) AS INTEGER))
FROM (SELECT *, min(16383, max(0, CAST(floor((`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y` FROM `event_cells` WHERE `cell` >= 268435456) c,
  json_each('[4,6,8,10,12,14]') bits, (SELECT 0 AS `one`, 0 AS `week` UNION SELECT 1, 0 UNION SELECT 0, 1) days
GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
-- Each game has one row of the finest grid for any activity and one for its own. They are what is counted.
CREATE TRIGGER `event_cells_added` AFTER INSERT ON `event_cells` WHEN NEW.`cell` >= 268435456
BEGIN
  INSERT INTO `event_counts` (`activity`, `is_past`, `day`, `cell`, `count`, `lat_sum`, `lng_sum`)
  SELECT NEW.`activity`, NEW.`start` < 0, days.`day`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`)),
    1, CAST(round(NEW.`lat` * 100000) AS INTEGER), CAST(round(NEW.`lng` * 100000) AS INTEGER)
  FROM (SELECT min(16383, max(0, CAST(floor((NEW.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((NEW.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits, (SELECT 0 AS `day` UNION SELECT NEW.`day` UNION SELECT -1 - (NEW.`day` + 3) % 7) days WHERE true
  ON CONFLICT (`activity`, `is_past`, `day`, `cell`) DO UPDATE SET `count` = `count` + 1,
    `lat_sum` = `lat_sum` + excluded.`lat_sum`, `lng_sum` = `lng_sum` + excluded.`lng_sum`;
END;
--> statement-breakpoint
CREATE TRIGGER `event_cells_removed` AFTER DELETE ON `event_cells` WHEN OLD.`cell` >= 268435456
BEGIN
  UPDATE `event_counts` SET `count` = `count` - 1, `lat_sum` = `lat_sum` - CAST(round(OLD.`lat` * 100000) AS INTEGER),
    `lng_sum` = `lng_sum` - CAST(round(OLD.`lng` * 100000) AS INTEGER)
  WHERE (`activity`, `is_past`, `day`, `cell`) IN (
    SELECT OLD.`activity`, OLD.`start` < 0, days.`day`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits, (SELECT 0 AS `day` UNION SELECT OLD.`day` UNION SELECT -1 - (OLD.`day` + 3) % 7) days);
  DELETE FROM `event_counts` WHERE (`activity`, `is_past`, `day`, `cell`) IN (
    SELECT OLD.`activity`, OLD.`start` < 0, days.`day`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits, (SELECT 0 AS `day` UNION SELECT OLD.`day` UNION SELECT -1 - (OLD.`day` + 3) % 7) days) AND `count` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `event_cells_changed` AFTER UPDATE ON `event_cells` WHEN NEW.`cell` >= 268435456
BEGIN
  UPDATE `event_counts` SET `count` = `count` - 1, `lat_sum` = `lat_sum` - CAST(round(OLD.`lat` * 100000) AS INTEGER),
    `lng_sum` = `lng_sum` - CAST(round(OLD.`lng` * 100000) AS INTEGER)
  WHERE (`activity`, `is_past`, `day`, `cell`) IN (
    SELECT OLD.`activity`, OLD.`start` < 0, days.`day`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits, (SELECT 0 AS `day` UNION SELECT OLD.`day` UNION SELECT -1 - (OLD.`day` + 3) % 7) days);
  DELETE FROM `event_counts` WHERE (`activity`, `is_past`, `day`, `cell`) IN (
    SELECT OLD.`activity`, OLD.`start` < 0, days.`day`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits, (SELECT 0 AS `day` UNION SELECT OLD.`day` UNION SELECT -1 - (OLD.`day` + 3) % 7) days) AND `count` = 0;
  INSERT INTO `event_counts` (`activity`, `is_past`, `day`, `cell`, `count`, `lat_sum`, `lng_sum`)
  SELECT NEW.`activity`, NEW.`start` < 0, days.`day`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`)),
    1, CAST(round(NEW.`lat` * 100000) AS INTEGER), CAST(round(NEW.`lng` * 100000) AS INTEGER)
  FROM (SELECT min(16383, max(0, CAST(floor((NEW.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((NEW.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits, (SELECT 0 AS `day` UNION SELECT NEW.`day` UNION SELECT -1 - (NEW.`day` + 3) % 7) days WHERE true
  ON CONFLICT (`activity`, `is_past`, `day`, `cell`) DO UPDATE SET `count` = `count` + 1,
    `lat_sum` = `lat_sum` + excluded.`lat_sum`, `lng_sum` = `lng_sum` + excluded.`lng_sum`;
END;
