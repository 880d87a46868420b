-- D1 cannot ask and stop inside a batch. A row put in here that does not hold undoes the whole batch, and says its name.
CREATE VIEW `assertions` AS SELECT '' AS `name`, 1 AS `holds`;
--> statement-breakpoint
CREATE TRIGGER `assertions_must_hold` INSTEAD OF INSERT ON `assertions` WHEN NEW.`holds` IS NOT 1
BEGIN
  SELECT RAISE(ABORT, 'assertion failed: ' || NEW.`name`);
END;
