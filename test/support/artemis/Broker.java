import java.io.File;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

/** A broker on this machine, with its journal on disk: java -cp 'LIB/*' Broker.java PORT DIRECTORY */
class Broker {
  public static void main(String[] args) throws Exception {
    var folder = new File(args[1]);
    var configuration = new ConfigurationImpl();
    configuration.setPersistenceEnabled(true);
    configuration.setJournalType(JournalType.NIO);
    configuration.setJournalDirectory(new File(folder, "journal").getPath());
    configuration.setBindingsDirectory(new File(folder, "bindings").getPath());
    configuration.setPagingDirectory(new File(folder, "paging").getPath());
    configuration.setLargeMessagesDirectory(new File(folder, "large").getPath());
    configuration.setJournalFileSize(1024 * 1024);
    configuration.setJournalMinFiles(2);
    configuration.setSecurityEnabled(false);
    configuration.addAcceptorConfiguration("amqp", "tcp://127.0.0.1:" + args[0] + "?protocols=AMQP");
    var broker = new EmbeddedActiveMQ();
    broker.setConfiguration(configuration);
    broker.start();
    System.out.println("ready");
  }
}
