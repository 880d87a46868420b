CREATE TRIGGER `submissions_added` AFTER INSERT ON `submissions`
BEGIN
  INSERT INTO `form_state_counts` (`form_id`, `state`, `count`) VALUES (NEW.`form_id`, NEW.`state`, 1)
  ON CONFLICT (`form_id`, `state`) DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
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
CREATE TRIGGER `submissions_deleted` AFTER DELETE ON `submissions`
BEGIN
  UPDATE `form_state_counts` SET `count` = `count` - 1 WHERE `form_id` = OLD.`form_id` AND `state` = OLD.`state`;
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
