CREATE TABLE `place_counts` (
	`activity` text NOT NULL,
	`cell` integer NOT NULL,
	`count` integer NOT NULL,
	`lat_sum` integer NOT NULL,
	`lng_sum` integer NOT NULL,
	PRIMARY KEY(`activity`, `cell`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `team_counts` (
	`activity` text NOT NULL,
	`cell` integer NOT NULL,
	`count` integer NOT NULL,
	`lat_sum` integer NOT NULL,
	`lng_sum` integer NOT NULL,
	PRIMARY KEY(`activity`, `cell`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `place_counts` (`activity`, `cell`, `count`, `lat_sum`, `lng_sum`)
SELECT at.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`)),
  count(*), sum(CAST(round(at.`lat` * 100000) AS INTEGER)), sum(CAST(round(at.`lng` * 100000) AS INTEGER))
FROM (SELECT *, min(16383, max(0, CAST(floor((`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`
    FROM `place_cells` WHERE `cell` >= 268435456) at, json_each('[4,6,8,10,12,14]') bits
GROUP BY 1, 2;
--> statement-breakpoint
-- Each item has one row of the finest grid for any activity and one for each of its own. They are what is counted.
CREATE TRIGGER `place_cells_added` AFTER INSERT ON `place_cells` WHEN NEW.`cell` >= 268435456
BEGIN
  INSERT INTO `place_counts` (`activity`, `cell`, `count`, `lat_sum`, `lng_sum`)
  SELECT NEW.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`)),
    1, CAST(round(NEW.`lat` * 100000) AS INTEGER), CAST(round(NEW.`lng` * 100000) AS INTEGER)
  FROM (SELECT min(16383, max(0, CAST(floor((NEW.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((NEW.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits WHERE true
  ON CONFLICT (`activity`, `cell`) DO UPDATE SET `count` = `count` + 1,
    `lat_sum` = `lat_sum` + excluded.`lat_sum`, `lng_sum` = `lng_sum` + excluded.`lng_sum`;
END;
--> statement-breakpoint
CREATE TRIGGER `place_cells_removed` AFTER DELETE ON `place_cells` WHEN OLD.`cell` >= 268435456
BEGIN
  UPDATE `place_counts` SET `count` = `count` - 1, `lat_sum` = `lat_sum` - CAST(round(OLD.`lat` * 100000) AS INTEGER),
    `lng_sum` = `lng_sum` - CAST(round(OLD.`lng` * 100000) AS INTEGER)
  WHERE (`activity`, `cell`) IN (
    SELECT OLD.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits);
  DELETE FROM `place_counts` WHERE (`activity`, `cell`) IN (
    SELECT OLD.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits) AND `count` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `place_cells_changed` AFTER UPDATE ON `place_cells` WHEN NEW.`cell` >= 268435456
BEGIN
  UPDATE `place_counts` SET `count` = `count` - 1, `lat_sum` = `lat_sum` - CAST(round(OLD.`lat` * 100000) AS INTEGER),
    `lng_sum` = `lng_sum` - CAST(round(OLD.`lng` * 100000) AS INTEGER)
  WHERE (`activity`, `cell`) IN (
    SELECT OLD.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits);
  DELETE FROM `place_counts` WHERE (`activity`, `cell`) IN (
    SELECT OLD.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits) AND `count` = 0;
  INSERT INTO `place_counts` (`activity`, `cell`, `count`, `lat_sum`, `lng_sum`)
  SELECT NEW.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`)),
    1, CAST(round(NEW.`lat` * 100000) AS INTEGER), CAST(round(NEW.`lng` * 100000) AS INTEGER)
  FROM (SELECT min(16383, max(0, CAST(floor((NEW.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((NEW.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits WHERE true
  ON CONFLICT (`activity`, `cell`) DO UPDATE SET `count` = `count` + 1,
    `lat_sum` = `lat_sum` + excluded.`lat_sum`, `lng_sum` = `lng_sum` + excluded.`lng_sum`;
END;
--> statement-breakpoint
INSERT INTO `team_counts` (`activity`, `cell`, `count`, `lat_sum`, `lng_sum`)
SELECT at.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`)),
  count(*), sum(CAST(round(at.`lat` * 100000) AS INTEGER)), sum(CAST(round(at.`lng` * 100000) AS INTEGER))
FROM (SELECT *, min(16383, max(0, CAST(floor((`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`
    FROM `team_cells` WHERE `cell` >= 268435456) at, json_each('[4,6,8,10,12,14]') bits
GROUP BY 1, 2;
--> statement-breakpoint
-- Each item has one row of the finest grid for any activity and one for each of its own. They are what is counted.
CREATE TRIGGER `team_cells_added` AFTER INSERT ON `team_cells` WHEN NEW.`cell` >= 268435456
BEGIN
  INSERT INTO `team_counts` (`activity`, `cell`, `count`, `lat_sum`, `lng_sum`)
  SELECT NEW.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`)),
    1, CAST(round(NEW.`lat` * 100000) AS INTEGER), CAST(round(NEW.`lng` * 100000) AS INTEGER)
  FROM (SELECT min(16383, max(0, CAST(floor((NEW.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((NEW.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits WHERE true
  ON CONFLICT (`activity`, `cell`) DO UPDATE SET `count` = `count` + 1,
    `lat_sum` = `lat_sum` + excluded.`lat_sum`, `lng_sum` = `lng_sum` + excluded.`lng_sum`;
END;
--> statement-breakpoint
CREATE TRIGGER `team_cells_removed` AFTER DELETE ON `team_cells` WHEN OLD.`cell` >= 268435456
BEGIN
  UPDATE `team_counts` SET `count` = `count` - 1, `lat_sum` = `lat_sum` - CAST(round(OLD.`lat` * 100000) AS INTEGER),
    `lng_sum` = `lng_sum` - CAST(round(OLD.`lng` * 100000) AS INTEGER)
  WHERE (`activity`, `cell`) IN (
    SELECT OLD.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits);
  DELETE FROM `team_counts` WHERE (`activity`, `cell`) IN (
    SELECT OLD.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits) AND `count` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `team_cells_changed` AFTER UPDATE ON `team_cells` WHEN NEW.`cell` >= 268435456
BEGIN
  UPDATE `team_counts` SET `count` = `count` - 1, `lat_sum` = `lat_sum` - CAST(round(OLD.`lat` * 100000) AS INTEGER),
    `lng_sum` = `lng_sum` - CAST(round(OLD.`lng` * 100000) AS INTEGER)
  WHERE (`activity`, `cell`) IN (
    SELECT OLD.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits);
  DELETE FROM `team_counts` WHERE (`activity`, `cell`) IN (
    SELECT OLD.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`))
    FROM (SELECT min(16383, max(0, CAST(floor((OLD.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((OLD.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits) AND `count` = 0;
  INSERT INTO `team_counts` (`activity`, `cell`, `count`, `lat_sum`, `lng_sum`)
  SELECT NEW.`activity`, (bits.`value` << 28) + ((at.`y` >> (14 - bits.`value`)) << 14) + (at.`x` >> (14 - bits.`value`)),
    1, CAST(round(NEW.`lat` * 100000) AS INTEGER), CAST(round(NEW.`lng` * 100000) AS INTEGER)
  FROM (SELECT min(16383, max(0, CAST(floor((NEW.`lng` + 180.0) / 360.0 * 16384) AS INTEGER))) AS `x`,
    min(16383, max(0, CAST(floor((NEW.`lat` + 90.0) / 180.0 * 16384) AS INTEGER))) AS `y`) at,
    json_each('[4,6,8,10,12,14]') bits WHERE true
  ON CONFLICT (`activity`, `cell`) DO UPDATE SET `count` = `count` + 1,
    `lat_sum` = `lat_sum` + excluded.`lat_sum`, `lng_sum` = `lng_sum` + excluded.`lng_sum`;
END;
