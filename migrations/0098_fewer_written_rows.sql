-- Almost every batch writes to the outbox, and each answer with places to submission_options. In a table WITHOUT ROWID, a row is written once
-- and not a second time for its key. The sweep of the outbox needs no order.
DROP INDEX `outbox_by_age`;--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "queue", "body", "created_at") SELECT "id", "queue", "body", "created_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE TABLE `__new_submission_options` (
	`submission_id` text NOT NULL,
	`field_id` text NOT NULL,
	`option_id` text NOT NULL,
	`form_id` text NOT NULL,
	`ref_id` text,
	`quantity` integer NOT NULL,
	`state` text NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`submission_id`, `field_id`, `option_id`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submission_options_quantity" CHECK(quantity > 0)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_submission_options`("submission_id", "field_id", "option_id", "form_id", "ref_id", "quantity", "state", "sent_at") SELECT "submission_id", "field_id", "option_id", "form_id", "ref_id", "quantity", "state", "sent_at" FROM `submission_options`;--> statement-breakpoint
DROP TRIGGER `submissions_moved`;--> statement-breakpoint
DROP TABLE `submission_options`;--> statement-breakpoint
ALTER TABLE `__new_submission_options` RENAME TO `submission_options`;--> statement-breakpoint
CREATE INDEX `submission_options_in_order` ON `submission_options` (`form_id`,`field_id`,`option_id`,`sent_at`,`submission_id`);--> statement-breakpoint
CREATE TRIGGER `submissions_moved` AFTER UPDATE OF `state` ON `submissions` WHEN OLD.`state` <> NEW.`state`
BEGIN
  UPDATE `form_state_counts` SET `count` = `count` - 1 WHERE `form_id` = OLD.`form_id` AND `state` = OLD.`state`;
  INSERT INTO `form_state_counts` (`form_id`, `state`, `count`) VALUES (NEW.`form_id`, NEW.`state`, 1)
  ON CONFLICT (`form_id`, `state`) DO UPDATE SET `count` = `count` + 1;
  UPDATE `submission_options` SET `state` = CASE WHEN NEW.`state` IN ('paying', 'asked', 'accepted') THEN 'taken'
    WHEN NEW.`state` = 'waiting' THEN 'waiting' ELSE 'released' END
  WHERE `submission_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `submission_options_added` AFTER INSERT ON `submission_options` WHEN NEW.`state` <> 'released'
BEGIN
  INSERT INTO `form_option_counts` (`form_id`, `field_id`, `option_id`, `taken`, `waiting`)
  VALUES (NEW.`form_id`, NEW.`field_id`, NEW.`option_id`, iif(NEW.`state` = 'taken', NEW.`quantity`, 0), iif(NEW.`state` = 'waiting', NEW.`quantity`, 0))
  ON CONFLICT (`form_id`, `field_id`, `option_id`) DO UPDATE SET `taken` = `taken` + excluded.`taken`, `waiting` = `waiting` + excluded.`waiting`;
END;
--> statement-breakpoint
CREATE TRIGGER `submission_options_moved` AFTER UPDATE OF `state` ON `submission_options` WHEN OLD.`state` <> NEW.`state`
BEGIN
  INSERT INTO `form_option_counts` (`form_id`, `field_id`, `option_id`) VALUES (NEW.`form_id`, NEW.`field_id`, NEW.`option_id`)
  ON CONFLICT (`form_id`, `field_id`, `option_id`) DO NOTHING;
  UPDATE `form_option_counts` SET
    `taken` = `taken` + NEW.`quantity` * ((NEW.`state` = 'taken') - (OLD.`state` = 'taken')),
    `waiting` = `waiting` + NEW.`quantity` * ((NEW.`state` = 'waiting') - (OLD.`state` = 'waiting'))
  WHERE `form_id` = NEW.`form_id` AND `field_id` = NEW.`field_id` AND `option_id` = NEW.`option_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `submission_options_removed` AFTER DELETE ON `submission_options` WHEN OLD.`state` <> 'released'
BEGIN
  UPDATE `form_option_counts` SET
    `taken` = `taken` - OLD.`quantity` * (OLD.`state` = 'taken'),
    `waiting` = `waiting` - OLD.`quantity` * (OLD.`state` = 'waiting')
  WHERE `form_id` = OLD.`form_id` AND `field_id` = OLD.`field_id` AND `option_id` = OLD.`option_id`;
END;
